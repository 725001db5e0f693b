// Loads one page after the other in a frame, and writes how wide the page and its widest element are.
(async function () {
  for (const job of frames) {
    const frame = document.createElement("iframe");
    frame.style.cssText = "border:0;height:900px;width:" + job.width + "px";
    const loaded = new Promise(function (resolve) { frame.onload = resolve; });
    frame.src = job.page;
    document.body.appendChild(frame);
    await loaded;
    const page = frame.contentDocument.documentElement;
    const row = ["MEASURED", job.page, job.width, page.scrollWidth, widest(page, job.width)];
    document.body.insertAdjacentHTML("beforeend", row.join("\t") + "<br>");
    frame.remove();
  }
  function widest(page, width) {
    let found = "";
    page.querySelectorAll("main *").forEach(function (element) {
      if (!found && element.getBoundingClientRect().right > width + 1 && !inBox(element)) {
        found = element.tagName + " " + element.textContent.slice(0, 40).replace(/[<&\s]+/g, " ");
      }
    });
    return found || "-";
  }
  function inBox(element) { return element.closest("pre, .table-box, math") !== null; }
})();
