import { deviceName } from '#domain/accounts/device-names.ts'
import type { AuditEventFieldsFragment } from '#web/generated/graphql.ts'
import { Cell, HeaderCell, Row, Table } from '#web/ui/table.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { actionWords, ACTOR_WORDS, changeWords } from './activity-texts.ts'

/** Entries of an activity log, newest first. */
export function ActivityTable({ events }: { events: readonly AuditEventFieldsFragment[] }) {
  return (
    <Table label="Activity" className="border-t border-line">
      <thead>
        <tr>
          <HeaderCell>When</HeaderCell>
          <HeaderCell>Who</HeaderCell>
          <HeaderCell>What</HeaderCell>
          <HeaderCell className="max-lg:hidden">From where</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <Entry key={event.id} event={event} />
        ))}
      </tbody>
    </Table>
  )
}

function Entry({ event }: { event: AuditEventFieldsFragment }) {
  const { at, actor, actorName, address, userAgent, targetLabel, changes } = event
  return (
    <Row>
      <Cell className="py-2 align-top whitespace-nowrap text-ink-soft">
        <Time at={at} />
      </Cell>
      <Cell className="max-w-48 py-2 align-top wrap-anywhere whitespace-normal">
        {actorName}
        {ACTOR_WORDS[actor] && <span className="block text-ink-soft">{ACTOR_WORDS[actor]}</span>}
      </Cell>
      <Cell className="py-2 align-top wrap-anywhere whitespace-normal">
        {actionWords(event)}
        {targetLabel && <span className="font-strong"> {targetLabel}</span>}
        {changes.map((change) => (
          <span key={change.field} className="block text-ink-soft">
            {changeWords(change)}
          </span>
        ))}
      </Cell>
      <Cell className="py-2 align-top text-ink-soft max-lg:hidden">
        {address}
        {userAgent !== '' && <span className="block">{deviceName(userAgent)}</span>}
      </Cell>
    </Row>
  )
}
