#!/bin/sh
# The preview text of MJML 4.18.0 (mj-preview) costs an email 0.7 of the 5 points at which SpamAssassin 4.0.1 calls it spam.
#
# MJML hides the text and also gives it the color #ffffff on a white page; SpamAssassin's rule HTML_FONT_LOW_CONTRAST reads that as hidden
# words. The same email without mj-preview gets no point. Needs spamassassin (Debian's package); ends with 2 without it.
# Exits with 0 while that is so, and with 1 when it changed.
set -eu
VERSION=4.18.0
command -v spamassassin > /dev/null || { echo 'Install spamassassin first.'; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund --save-exact "mjml@$VERSION"
score() {
  printf '%s' "<mjml><mj-head>$1</mj-head><mj-body><mj-section><mj-column><mj-text>It is good to have you with us. Open your account, tell us what you like, and answer this email if you have a question.</mj-text></mj-column></mj-section></mj-body></mjml>" > mail.mjml
  npx mjml mail.mjml -o mail.html
  {
    printf 'From: Ada <ada@sender.test>\r\nTo: Bo <bo@receiver.test>\r\nSubject: Welcome\r\nDate: %s\r\nMessage-ID: <1@sender.test>\r\n' "$(date -R)"
    printf 'MIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n'
    base64 mail.html
  } | spamassassin --local --test-mode | grep -A3 '^X-Spam-Status' | grep -c HTML_FONT_LOW_CONTRAST || true
}
with=$(score '<mj-preview>Three steps to get started</mj-preview>')
without=$(score '')
echo "mjml $VERSION: HTML_FONT_LOW_CONTRAST with mj-preview: $with, without: $without"
[ "$with" = 1 ] && [ "$without" = 0 ]
