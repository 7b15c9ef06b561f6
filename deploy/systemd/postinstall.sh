#!/bin/sh
# Of the packages: makes the user of the services and shows systemd their units. It starts nothing.
set -e
if command -v systemd-sysusers > /dev/null; then
  systemd-sysusers ontocrawl.conf
fi
if [ -d /run/systemd/system ]; then
  systemctl daemon-reload
  systemctl try-restart ontocrawl-watch.service
fi
