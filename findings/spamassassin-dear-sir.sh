#!/bin/sh
# SpamAssassin 4.0.1 gives an email 2.0 of the 5 points of spam for "Dear Sir or Madam", "Dear IT team" or "Dear Sir Elton".
#
# The rule DEAR_SOMETHING reads the words after "Dear" (sir, madam, IT, web, candidate, investor). "Dear Sir or Madam" is the salutation that English
# letters have for a person without a name, so it is what many merges fall back to. With a tracking pixel (2.0 to 2.8) little is left.
# "Good day", "Dear all" and "To whom it may concern" get none. Needs spamassassin (Debian's package); ends with 2 without it.
# Exits with 0 while that is so, and with 1 when it changed.
set -eu
command -v spamassassin > /dev/null || { echo 'Install spamassassin first.'; exit 2; }
spamassassin --version | head -1
found() {
  {
    printf 'From: Ada <ada@sender.test>\nTo: Bo <bo@receiver.test>\nSubject: Meeting\nDate: %s\nMessage-ID: <1@sender.test>\n' "$(date -R)"
    printf 'MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n%s,\n\nWe would like to invite you to a meeting on Monday.\n\nAda\n' "$1"
  } | spamassassin --local --test-mode 2> /dev/null | grep -c '^ 2.0 DEAR_SOMETHING' || true
}
for greeting in 'Dear Sir or Madam' 'Dear IT team' 'Dear Sir Elton'; do
  seen=$(found "$greeting")
  echo "$greeting: DEAR_SOMETHING $seen"
  [ "$seen" = 1 ]
done
for greeting in 'Good day' 'Dear all' 'To whom it may concern'; do
  seen=$(found "$greeting")
  echo "$greeting: DEAR_SOMETHING $seen"
  [ "$seen" = 0 ]
done
