#!/bin/sh
# nullmailer 2.2 (Debian 1:2.2-4) calls its final report of a temporary failure "delayed".
#
# nullmailer-send writes one report, when it moves an email to "failed" after a week in the queue. For a last status of 4.x.x that report
# has Action: delayed (RFC 3464: "additional notifications will be issued", which never come), no Will-Retry-Until, and promises
# a final notification. Who believes the action never learns that the email failed.
# Exits with 0 while that is so, and with 1 when it changed. Needs apt-get and dpkg of Debian 12; installs nothing.
set -eu
VERSION=1:2.2-4
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
apt-get download "nullmailer=$VERSION" > /dev/null 2>&1
dpkg -x nullmailer_*.deb .
printf 'ada@contoso.test\ngrace@fabrikam.test\n\nFrom: ada@contoso.test\nSubject: Hello\n\nText\n' > email
# As src/send.cc calls it after the queue's lifetime: without --retry-until.
usr/bin/nullmailer-dsn --last-attempt "$(date +%s)" --remote mx.fabrikam.test --diagnostic-code 'Connection refused' 4.4.1 < email > report
grep -E '^(Subject|Action|Status|Will-Retry-Until):|final delivery status' report
grep -q '^Action: delayed' report && ! grep -q '^Will-Retry-Until:' report
