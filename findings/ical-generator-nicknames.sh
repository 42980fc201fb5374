#!/bin/sh
# ical-generator 10.2.0 writes a nickname (Robert "Bob" Smith) so that node-ical 0.26.1 loses the organizer and the guest altogether.
#
# RFC 5545, 3.2: the value of a parameter cannot hold a quotation mark, and a backslash escapes nothing there; RFC 6868 writes it as ^'.
# Seen: CN="Robert \"Bob\" Smith" ends at the second mark. node-ical then has neither organizer nor attendee, so that nobody can be
# answered; ical.js 2.2.1 reads the name as: Robert \
# Exits with 0 while that is so, and with 1 when it changed.
set -eu
VERSION=10.2.0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund --save-exact "ical-generator@$VERSION" node-ical@0.26.1 ical.js@2.2.1
cat > look.js <<'JS'
import ical from 'ical-generator'
import ICAL from 'ical.js'
import nodeIcal from 'node-ical'
function invite(name) {
  const calendar = ical({ name: 'Team' })
  const start = new Date('2026-12-01T09:00:00Z')
  calendar.createEvent({ start, summary: 'Meeting', organizer: { name, email: 'bob@sender.test' } }).createAttendee({ name, email: 'bob@x.test' })
  const text = calendar.toString()
  const event = Object.values(nodeIcal.sync.parseICS(text)).find(({ type }) => type === 'VEVENT')
  const organizer = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent').getFirstProperty('organizer')
  const seen = { nodeIcal: event.organizer?.val, guest: event.attendee?.val, icalJs: organizer.getParameter('cn') }
  console.log(/ORGANIZER.*/.exec(text)[0], JSON.stringify(seen))
  return seen
}
const plain = invite('Robert Smith')
const nickname = invite('Robert "Bob" Smith')
process.exit(plain.nodeIcal && plain.guest && !nickname.nodeIcal && !nickname.guest && nickname.icalJs === 'Robert \\' ? 0 : 1)
JS
node look.js
