// Contents of the page, copy buttons and search. The search index is a script and not a JSON file
// that is fetched: browsers fetch no files for pages opened from a folder.
(function () {
  "use strict";

  function addContents() {
    var toc = document.getElementById("toc");
    if (!toc) return;
    var list = document.createElement("ul");
    document.querySelectorAll("main h2[id], main h3[id]").forEach(function (heading) {
      var item = document.createElement("li");
      var link = document.createElement("a");
      link.href = "#" + heading.id;
      link.textContent = heading.textContent;
      if (heading.tagName === "H3") item.className = "deep";
      item.appendChild(link);
      list.appendChild(item);
    });
    if (list.children.length > 1) toc.appendChild(list); else toc.remove();
  }

  function addCopyButtons() {
    if (!navigator.clipboard) return;
    document.querySelectorAll("main div.sourceCode").forEach(function (box) {
      var button = document.createElement("button");
      button.className = "copy";
      button.textContent = "Copy";
      button.addEventListener("click", function () {
        navigator.clipboard.writeText(codeOf(box)).then(function () {
          button.textContent = "Copied";
          setTimeout(function () { button.textContent = "Copy"; }, 1500);
        });
      });
      box.appendChild(button);
    });
  }

  // Output begins with #> and is not code.
  function codeOf(box) {
    var lines = box.querySelector("pre").textContent.split("\n");
    return lines.filter(function (line) { return !/^#>/.test(line); }).join("\n");
  }

  function boxTables() {
    document.querySelectorAll("main table").forEach(function (table) {
      var box = document.createElement("div");
      box.className = "table-box";
      table.parentNode.insertBefore(box, table);
      box.appendChild(table);
    });
  }

  // ---- Search ---------------------------------------------------------------------------------

  // An entry is {t: title, p: path, n: names, k: keywords}. Every word must be found; a word in
  // a name counts more than one in the title, and that more than a keyword.
  function score(entry, words) {
    var total = entry.p.indexOf("articles/") === 0 ? 2 : 0;
    for (var i = 0; i < words.length; i++) {
      var points = scoreOfWord(entry, words[i]);
      if (!points) return 0;
      total += points;
    }
    return total;
  }

  function scoreOfWord(entry, word) {
    var best = 0;
    entry.names.forEach(function (name) {
      if (name === word) best = Math.max(best, 100);
      else if (name.endsWith("_" + word)) best = Math.max(best, 60);
      else if (name.indexOf(word) === 0) best = Math.max(best, 45);
      else if (name.indexOf(word) > 0) best = Math.max(best, 30 - Math.min(name.length, 25) / 5);
    });
    var title = entry.title.indexOf(word);
    if (title >= 0) best = Math.max(best, startsWord(entry.title, title) ? 40 : 12);
    var keyword = entry.keywords.indexOf(word);
    if (keyword >= 0) best = Math.max(best, startsWord(entry.keywords, keyword) ? 35 : 8);
    return best;
  }

  function startsWord(text, at) {
    return at === 0 || !/[a-z0-9]/.test(text.charAt(at - 1));
  }

  function found(query) {
    var words = query.toLowerCase().replace(/\(\)/g, "").split(/\s+/).filter(Boolean);
    if (!words.length) return [];
    return entries.map(function (entry) { return { entry: entry, score: score(entry, words) }; })
      .filter(function (hit) { return hit.score > 0; })
      .sort(function (a, b) {
        return b.score - a.score || a.entry.t.length - b.entry.t.length;
      })
      .slice(0, 25)
      .map(function (hit) { return hit.entry; });
  }

  function show(hits, query) {
    results.textContent = "";
    results.hidden = !query.trim();
    if (!hits.length) {
      var nothing = document.createElement("p");
      nothing.textContent = "No page found.";
      results.appendChild(nothing);
    }
    hits.forEach(function (hit) {
      var item = document.createElement("li");
      var link = document.createElement("a");
      link.href = siteRoot + hit.p;
      link.textContent = hit.t;
      var names = document.createElement("small");
      names.textContent = hit.n.slice(0, 6).join(", ");
      link.appendChild(names);
      item.appendChild(link);
      results.appendChild(item);
    });
  }

  function move(event) {
    var links = Array.prototype.slice.call(results.querySelectorAll("a"));
    var step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !links.length) return;
    event.preventDefault();
    var at = links.indexOf(document.activeElement) + step;
    (links[at] || (at < 0 ? input : links[0])).focus();
  }

  var entries = (window.searchIndex || []).map(function (entry) {
    entry.names = entry.n.map(function (name) { return name.toLowerCase(); });
    entry.title = entry.t.toLowerCase();
    entry.keywords = (entry.k || []).join(" | ").toLowerCase();
    return entry;
  });
  var input = document.getElementById("search-input");
  var results = document.getElementById("search-results");
  input.addEventListener("input", function () { show(found(input.value), input.value); });
  input.form.addEventListener("submit", function (event) {
    event.preventDefault();
    var first = results.querySelector("a");
    if (first) location.href = first.href;
  });
  input.form.addEventListener("keydown", move);
  document.addEventListener("click", function (event) {
    if (!input.form.contains(event.target)) results.hidden = true;
  });
  document.addEventListener("keydown", function (event) {
    if (event.key === "Escape") results.hidden = true;
    var typing = /^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName);
    if (event.key === "/" && !typing) { event.preventDefault(); input.focus(); }
  });
  window.siteSearch = function (query) { return found(query); };

  addContents();
  boxTables();
  addCopyButtons();
})();
