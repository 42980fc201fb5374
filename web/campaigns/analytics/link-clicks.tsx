import type { CampaignResponseQuery } from '#web/generated/graphql.ts'
import { Card } from '#web/ui/card.tsx'
import { cn } from '#web/ui/class-names.ts'
import { Cell, HeaderCell, Row, Table } from '#web/ui/table.tsx'

type Link = NonNullable<CampaignResponseQuery['campaign']>['links'][number]

/** A campaign's links and their clicks by people and bots. */
export function LinkClicks({ links, countsPeople }: { links: readonly Link[]; countsPeople: boolean }) {
  const most = Math.max(1, ...links.map(({ people, clicks }) => (countsPeople ? people : clicks)))
  return (
    <Card
      title="Links"
      description={`${countsPeople ? 'Recipients who clicked each link.' : 'Clicks on each link, repeats included.'} Clicks by scanners and other bots are counted separately.`}
      flush
    >
      <Table label="Links" className="border-t border-line">
        <thead>
          <tr>
            <HeaderCell>Link</HeaderCell>
            {countsPeople && <HeaderCell numeric>People</HeaderCell>}
            <HeaderCell numeric className={cn(countsPeople && 'max-sm:hidden')}>
              Clicks
            </HeaderCell>
            <HeaderCell numeric className="max-sm:hidden">
              By bots
            </HeaderCell>
          </tr>
        </thead>
        <tbody>
          {links.map(({ url, people, clicks, machineClicks }, index) => (
            // The same address may occur more than once in an email.
            // oxlint-disable-next-line react/no-array-index-key
            <Row key={`${index} ${url}`}>
              <Cell className="relative max-w-0 w-full">
                <span
                  aria-hidden="true"
                  className="absolute inset-y-1.5 left-2 rounded-[3px] bg-good/12"
                  style={{ width: `calc(${((countsPeople ? people : clicks) / most) * 100}% - 16px)` }}
                />
                <span className="relative block truncate" title={url}>
                  {shortAddress(url)}
                </span>
              </Cell>
              {countsPeople && (
                <Cell numeric className="font-strong">
                  {people.toLocaleString()}
                </Cell>
              )}
              <Cell numeric className={countsPeople ? 'max-sm:hidden' : 'font-strong'}>
                {clicks.toLocaleString()}
              </Cell>
              <Cell numeric className="text-ink-soft max-sm:hidden">
                {machineClicks.toLocaleString()}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Card>
  )
}

/** An address without the common prefix. */
function shortAddress(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
}
