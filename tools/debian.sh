# Sourced by matrix.sh and dist.sh: other releases of Debian and Ubuntu, each in a folder of its own.

# Environments are kept between runs. The folder may be deleted at any time.
cache=${RKERAS_MATRIX_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/rkeras-matrix}

# why_no_debian LOG: prints why this machine cannot have one; nothing if it can.
why_no_debian() {
  if [ "$(uname -s)" != Linux ]; then
    echo "it runs on Linux only"
  elif [ "$(id -u)" != 0 ]; then
    echo "only root may change its root folder"
  elif ! command -v debootstrap > /dev/null && ! apt-get install -y -qq debootstrap > "$1" 2>&1; then
    echo "there is no debootstrap to install it with"
  fi
}

# bootstrap RELEASE FOLDER: only the base system.
bootstrap() {
  rm -rf --one-file-system "$2"
  mkdir -p "$(dirname "$2")"
  local scripts=/usr/share/debootstrap/scripts other=()
  # An earlier debootstrap has no script for later releases of Debian, which the one for all of them installs.
  [ -e "$scripts/$1" ] || other=(http://deb.debian.org/debian "$scripts/sid")
  debootstrap --variant=minbase --include=ca-certificates "$1" "$2" "${other[@]}" || return
  # A mirror may be of an earlier day.
  echo 'Acquire::Check-Valid-Until "false";' > "$2/etc/apt/apt.conf.d/rkeras"
  cp /etc/resolv.conf /etc/hosts "$2/etc/"
  # A network that looks into connections has its own authority.
  cp /etc/ssl/certs/ca-certificates.crt "$2/etc/ssl/certs/"
}

# Runs a command there. Its mounts are gone when it ends.
in_debian() {
  local root=$1 settings
  shift
  mapfile -t settings < <(env | grep -E '^(PIP_|SSL_CERT_FILE=|(https?|no)_proxy=|(HTTPS?|NO)_PROXY=|RKERAS_TEST_)')
  unshare --mount --propagation private sh -c '
    mount --rbind /dev "$0/dev" && mount -t proc proc "$0/proc" && exec chroot "$0" "$@"
  ' "$root" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 \
    DEBIAN_FRONTEND=noninteractive "${settings[@]}" "$@"
}
