"""Reports unmet requirements of an installation; also used as a script that the installation's Python
runs."""

import sys


def main():
    # Python adds the folder of this script to the module path, which an embedded Python does not.
    del sys.path[0]
    for line in unmet(sys.argv[1:]):
        sys.stdout.write("\nrkeras-requirement:%s\n" % line)


def unmet(requirements):
    """`name>=1 (installed version)` for each unmet requirement."""
    problems = [(text, problem_of(text)) for text in requirements]
    return ["%s (%s)" % (text, problem) for text, problem in problems if problem]


def problem_of(text):
    classes = requirement_classes()
    if classes is None:
        return "it cannot be told without the package packaging"
    try:
        requirement = classes.Requirement(text)
    except classes.InvalidRequirement:
        # A path or a URL has no name to look up.
        return None if "/" in text or "\\" in text else "which is no requirement"
    if requirement.marker and not requirement.marker.evaluate():
        return None
    version = installed_version(requirement.name)
    if version is None:
        return "not installed"
    if not requirement.specifier.contains(version, prereleases=True):
        return "%s is installed" % version
    return None


def requirement_classes():
    try:
        from packaging import requirements
    except ImportError:
        try:
            from pip._vendor.packaging import requirements
        except ImportError:
            return None
    return requirements


def installed_version(name):
    """The version of the distribution with this name, or of one that provides the module, such as
    tensorflow-cpu."""
    from importlib import metadata

    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        owners = metadata.packages_distributions().get(name.replace("-", "_"), ())
        return next((metadata.version(owner) for owner in owners), None)


if __name__ == "__main__":
    main()
