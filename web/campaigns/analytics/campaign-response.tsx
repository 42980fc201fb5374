import { useQuery } from '@apollo/client/react'
import { memo, useCallback, useState, type ComponentType, type ReactNode } from 'react'
import { errorMessage } from '#web/client/call-errors.ts'
import { Card } from '#web/ui/card.tsx'
import { cn } from '#web/ui/class-names.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Cell, HeaderCell, Row, Table } from '#web/ui/table.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { useLazyModule } from '#web/shared/use-lazy-module.ts'
import { AbTestResult } from './ab-test-result.tsx'
import { cumulative, fewResponsesText, onlyBarText, sendingPeriod, type Timeline } from './charts/chart-series.ts'
import { LinkClicks } from './link-clicks.tsx'
import type { Tracked } from './untracked-responses.tsx'
import { WelcomeCard } from './recipient-response-card.tsx'
import { CAMPAIGN_RESPONSE, type CampaignDetails } from '../operations.ts'
import { useAfterChange } from '#web/shared/use-delayed-change.ts'

/** Delay in ms before the charts refresh after the campaign changed. */
const REDRAW_AFTER = 3_000

const loadCharts = () => import('./charts/campaign-charts.tsx')
interface ChartProps {
  timeline: Timeline
  label: string
}
interface Charts {
  SendingChart: ComponentType<ChartProps>
  ResponseChart: ComponentType<ChartProps & Tracked>
}

/**
 * Loads the chart data and code, in parallel with the campaign itself. Refreshes with a delay after the campaign
 * changed, and at once when it stops.
 */
export function useCampaignResponse(id: string, campaign: CampaignDetails | null | undefined) {
  const { data, error, loading, refetch } = useQuery(CAMPAIGN_RESPONSE, {
    variables: { id },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
    notifyOnNetworkStatusChange: true,
  })
  const { code: charts, error: chartsError, retry } = useLazyModule<Charts>(loadCharts)
  useAfterChange(campaign ? changeOf(campaign) : '', data !== undefined && !!campaign, refetch, REDRAW_AFTER)
  useAfterChange(String(campaign?.status === 'sending'), data !== undefined && !!campaign, refetch, 0)
  const again = useCallback(async () => {
    if (chartsError) retry()
    await refetch()
  }, [chartsError, retry, refetch])
  return { data, charts, error: chartsError ?? error, loading, refetch: again }
}

const changeOf = ({ status, sentCount, openedCount, machineOpenedCount, clickedCount, counts }: CampaignDetails) =>
  [status, sentCount, openedCount, machineOpenedCount, clickedCount, ...Object.values(counts ?? {})].join()

export interface CampaignResponseProps {
  campaign: CampaignDetails
  response: ReturnType<typeof useCampaignResponse>
  followUp: ReactNode
}

/** A campaign's results: sending, opens and clicks over time, links, A/B test. */
export function CampaignResponse({ campaign, response: asked, followUp }: CampaignResponseProps) {
  const { sentCount, openedCount, opensTracked: opens, clicksTracked: clicks } = campaign
  const { data, charts, error, loading, refetch } = asked
  const response = data?.campaign
  if (!response || (error && !charts)) {
    if (!error || loading) return <ChartsSkeleton />
    return (
      <Card>
        <ErrorState
          title="The charts could not be loaded"
          line={errorMessage(error)}
          onRetry={() => void refetch().catch(() => undefined)}
          className="py-6"
        />
      </Card>
    )
  }
  const { timeline, links, welcome } = response
  const onlyBar = timeline && onlyBarText(timeline)
  const fewResponses = timeline && fewResponsesText(timeline, { opens, clicks })
  return (
    <>
      {timeline && (
        <div className={cn('grid grid-cols-[minmax(0,1fr)] gap-4', (opens || clicks) && 'lg:grid-cols-2')}>
          <ChartCard
            title="Delivery over time"
            description={leftWords(timeline, sentCount)}
            chart={
              onlyBar === null ? (
                charts && (
                  <charts.SendingChart
                    timeline={timeline}
                    label={`Emails sent over time: ${leftCount(timeline).toLocaleString()} in total. The table below the chart shows the data.`}
                  />
                )
              ) : (
                <p>{onlyBar}</p>
              )
            }
            table={<SendingTable timeline={timeline} />}
          />
          {(opens || clicks) && (
            <ChartCard
              title={`${responsesOf({ opens, clicks })} over time`}
              description={`Each recipient is counted once.${opens ? ' Opens by bots are not counted.' : ''}`}
              chart={
                fewResponses === null ? (
                  charts && (
                    <charts.ResponseChart
                      timeline={timeline}
                      label={responseLabel(campaign)}
                      opens={opens}
                      clicks={clicks}
                    />
                  )
                ) : (
                  <p>{fewResponses}</p>
                )
              }
              table={<ResponseTable timeline={timeline} opens={opens} clicks={clicks} />}
              actions={openedCount < sentCount && followUp}
            />
          )}
        </div>
      )}
      {response.abResults && (
        <AbTestResult
          campaign={{ ...response, status: campaign.status }}
          result={response.abResults}
          opens={opens}
          clicks={clicks}
        />
      )}
      {links.length > 0 && <LinkClicks links={links} countsPeople={campaign.counts === null} />}
      {welcome && <WelcomeCard welcome={welcome} />}
    </>
  )
}

/** The emails that left, as the bars show them: those that came back too. */
const leftCount = ({ points }: Timeline) => points.reduce((sum, { sent }) => sum + sent, 0)

/** "4 sent"; "5 went out: 4 sent, 1 bounced". */
function leftWords(timeline: Timeline, sentCount: number): string {
  const left = Math.max(leftCount(timeline), sentCount)
  const back = left - sentCount
  if (back === 0) return `${left.toLocaleString()} sent`
  return `${left.toLocaleString()} went out: ${sentCount.toLocaleString()} sent, ${back.toLocaleString()} bounced`
}

/** The names of the tracked responses. */
function responsesOf({ opens, clicks }: Tracked): string {
  if (opens && clicks) return 'Opens and clicks'
  return opens ? 'Opens' : 'Clicks'
}

/** The response chart's text alternative. */
function responseLabel(campaign: CampaignDetails): string {
  const { openedCount, machineOpenedCount, clickedCount, opensTracked, clicksTracked } = campaign
  const counts = [
    opensTracked && `${openedCount.toLocaleString()} opened by people`,
    opensTracked && `${machineOpenedCount.toLocaleString()} by bots only`,
    clicksTracked && `${clickedCount.toLocaleString()} clicked`,
  ]
  const title = responsesOf({ opens: opensTracked, clicks: clicksTracked })
  return `${title} so far: ${counts.filter(Boolean).join(', ')}. The table below the chart shows the data.`
}

interface ChartCardProps {
  title: string
  description: string
  /** Null while its code loads. */
  chart: ReactNode
  /** The data as a table. */
  table: ReactNode
  actions?: ReactNode
}

function ChartCard({ title, description, chart, table, actions }: ChartCardProps) {
  // Rendered when opened: hundreds of cells that are rarely viewed.
  const [open, setOpen] = useState(false)
  return (
    <Card title={title} description={description}>
      {chart ?? <Skeleton className="h-[220px] rounded-md" />}
      <div className="mt-3 flex min-h-8 flex-wrap items-start justify-between gap-3">
        <details
          className="text-ink-soft open:basis-full"
          onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
        >
          <summary className="w-fit rounded-sm text-xs leading-8 hover:text-ink">Show as a table</summary>
          <div className="mt-2 max-h-72 overflow-y-auto rounded-sm border border-line">{open && table}</div>
        </details>
        {actions}
      </div>
    </Card>
  )
}

/** A running campaign updates many times a second; its tables only with the charts. */
const SendingTable = memo(function SendingTable({ timeline }: { timeline: Timeline }) {
  return (
    <Table label="Emails sent over time">
      <thead>
        <tr>
          <HeaderCell>From</HeaderCell>
          <HeaderCell numeric>Sent</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {sendingPeriod(timeline.points).map(({ at, sent }) => (
          <Row key={at}>
            <Cell>
              <Time at={at} show="moment" />
            </Cell>
            <Cell numeric>{sent.toLocaleString()}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
})

const ResponseTable = memo(function ResponseTable({ timeline, opens, clicks }: { timeline: Timeline } & Tracked) {
  return (
    <Table label={`${responsesOf({ opens, clicks })} so far`}>
      <thead>
        <tr>
          <HeaderCell>From</HeaderCell>
          {opens && <HeaderCell numeric>Opened by people</HeaderCell>}
          {opens && <HeaderCell numeric>By bots only</HeaderCell>}
          {clicks && <HeaderCell numeric>Clicked</HeaderCell>}
        </tr>
      </thead>
      <tbody>
        {cumulative(timeline.points).map(({ at, opened, machineOpened, clicked }) => (
          <Row key={at}>
            <Cell>
              <Time at={at} show="moment" />
            </Cell>
            {opens && <Cell numeric>{opened.toLocaleString()}</Cell>}
            {opens && <Cell numeric>{machineOpened.toLocaleString()}</Cell>}
            {clicks && <Cell numeric>{clicked.toLocaleString()}</Cell>}
          </Row>
        ))}
      </tbody>
    </Table>
  )
})

function ChartsSkeleton() {
  return (
    <Loading label="Loading charts" className="grid gap-4 lg:grid-cols-2">
      <Skeleton className="h-80 rounded-md" />
      <Skeleton className="h-80 rounded-md" />
    </Loading>
  )
}
