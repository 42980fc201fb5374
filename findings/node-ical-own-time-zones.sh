#!/bin/sh
# node-ical 0.26.1 ignores the VTIMEZONE of an invitation unless it knows its name, and reads the time in the computer's zone.
#
# RFC 5545, 3.6.5 and 3.8.3.1: the VTIMEZONE component defines the zone, its TZID is any text. Exchange and web calendars send such as
# "GMT +0100 (Standard) / GMT +0200 (Daylight)" with the rules. ical.js 2.2.1 reads the rules.
# Seen: 09:00 in December in a zone one hour ahead of UTC is 09:00 UTC on a computer in UTC and 00:00 UTC on one in Tokyo, not 08:00.
# Exits with 0 while that is so, and with 1 when it changed.
set -eu
VERSION=0.26.1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund --save-exact "node-ical@$VERSION" ical.js@2.2.1
cat > look.js <<'JS'
import ICAL from 'ical.js'
import nodeIcal from 'node-ical'
const zone = 'GMT +0100 (Standard) / GMT +0200 (Daylight)'
const rule = (part, month, from, to) =>
  [`BEGIN:${part}`, 'DTSTART:16010101T020000', `TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`,
    `RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=${month}`, `END:${part}`]
const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//EN', 'METHOD:REQUEST', 'BEGIN:VTIMEZONE', `TZID:${zone}`,
  ...rule('STANDARD', 10, '+0200', '+0100'), ...rule('DAYLIGHT', 3, '+0100', '+0200'), 'END:VTIMEZONE', 'BEGIN:VEVENT', 'UID:1',
  'DTSTAMP:20261130T100000Z', `DTSTART;TZID=${zone}:20261201T090000`, `DTEND;TZID=${zone}:20261201T100000`, 'SUMMARY:Meeting',
  'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n')
const event = Object.values(nodeIcal.sync.parseICS(text)).find(({ type }) => type === 'VEVENT')
const component = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent')
console.log(process.env.TZ, 'node-ical', event.start.toISOString())
console.log(process.env.TZ, 'ical.js', new ICAL.Event(component).startDate.toJSDate().toISOString())
const seen = { UTC: '2026-12-01T09:00:00.000Z', 'Asia/Tokyo': '2026-12-01T00:00:00.000Z' }
process.exit(event.start.toISOString() === seen[process.env.TZ] ? 0 : 1)
JS
TZ=UTC node look.js
TZ=Asia/Tokyo node look.js
