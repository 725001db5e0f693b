"""Has conda's command line, as its manual documents it, for the commands that rkeras uses. Environments
are virtualenvs without pip in the directory CONDA_ROOT/envs, packages are lines of a file."""
import json, os, shutil, subprocess, sys, venv

root = os.environ["CONDA_ROOT"]
with open(os.path.join(root, "calls"), "a") as log:
    log.write(" ".join(sys.argv[1:]) + "\n")


def option(name):
    if name in args:
        at = args.index(name)
        value = args[at + 1]
        del args[at:at + 2]
        return value


def flag(name):
    found = name in args
    if found:
        args.remove(name)
    return found


def fail(text):
    sys.stderr.write(text + "\n")
    sys.exit(1)


def prefix():
    name, path = option("--name"), option("--prefix")
    return path or (root if name == "base" else os.path.join(root, "envs", name))


def packages_file(path):
    return os.path.join(path, "conda-packages")


def installed(path):
    with open(packages_file(path)) as file:
        return file.read().split()


def write(path, packages):
    if "no-such-package" in " ".join(packages):
        fail("PackagesNotFoundError: no-such-package")
    with open(packages_file(path), "w") as file:
        file.write("\n".join(packages))


args = sys.argv[1:]
is_json, _ = flag("--json"), flag("--yes")
command = args.pop(0)
if command == "env":
    command = "env " + args.pop(0)
channels = []
while "--channel" in args:
    channels.append(option("--channel"))

if command == "--version":
    print("conda 24.1.0")
elif command == "env list":
    envs = os.path.join(root, "envs")
    print("WARNING: a line that conda may print first")
    print(json.dumps({"envs": [root] + [os.path.join(envs, e) for e in sorted(os.listdir(envs))]}))
elif command in ("create", "env create"):
    path, clone, file = prefix(), option("--clone"), option("--file")
    venv.create(path, with_pip=False, symlinks=True)
    packages = args
    if clone:
        packages = installed(os.path.join(root, "envs", clone))
    if file:
        with open(file) as lines:
            packages = [line.strip()[2:] for line in lines if line.startswith("  - ")]
    try:
        write(path, packages)
    except SystemExit:
        shutil.rmtree(path)
        raise
elif command == "install":
    path = prefix()
    write(path, installed(path) + args)
elif command == "remove":
    path = prefix()
    write(path, [p for p in installed(path) if p.split("=")[0] not in args])
elif command == "env remove":
    shutil.rmtree(prefix())
elif command == "env export":
    packages = installed(prefix())
    print(json.dumps({"dependencies": packages}) if is_json
          else "dependencies:\n" + "\n".join("  - " + p for p in packages))
elif command == "search":
    if args[0].startswith("nothing"):
        print(json.dumps({}))
    else:
        row = {"name": args[0], "version": "1.2", "build": "py312_0", "channel": channels[0], "size": 3}
        print(json.dumps({args[0]: [row, dict(row, version="1.3")]}))
elif command == "update":
    print("updated")
elif command == "run":
    flag("--no-capture-output")
    path = prefix()
    os.environ["PATH"] = os.path.join(path, "bin") + os.pathsep + os.environ["PATH"]
    os.environ["CONDA_PREFIX"] = path
    sys.exit(subprocess.run(args).returncode)
else:
    fail("conda: error: unknown command " + command)
