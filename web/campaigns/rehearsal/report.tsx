import { CircleCheck } from '#web/ui/generated/icons.ts'
import type { ReactNode } from 'react'
import { formatSize } from '#domain/campaigns/attachments.ts'
import { fullName } from '#domain/contacts/contacts.ts'
import type { RehearsalReportFieldsFragment } from '#web/generated/graphql.ts'
import { Button } from '#web/ui/button.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { awayWords } from '../analytics/away-texts.ts'
import { ZoneList } from '../launch/zone-list.tsx'

type Report = RehearsalReportFieldsFragment
type Finding = Report['findings'][number]
type Example = Finding['examples'][number]

/** Section → its heading, in the order of the report. */
const HEADINGS: Record<Finding['section'], string> = {
  recent: 'Other emails to the same people',
  people: 'Recipients',
  addresses: 'Addresses',
  content: 'The email',
  files: 'Files',
}
const SECTIONS = Object.keys(HEADINGS) as Finding['section'][]

export interface RehearsalReportProps {
  report: Report
  /** Shows the email as this recipient gets it; without it, recipients are only named. */
  onPreview?: ((contactId: string) => void) | undefined
  /** True for a report about a campaign that has been launched. */
  isPast?: boolean
}

/**
 * Shows the report of a rehearsal: the number of emails, when they would leave and which limits decide that, and the findings
 * about recipients.
 */
export function RehearsalReport({ report, onPreview, isPast = false }: RehearsalReportProps) {
  const { findings } = report
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Outlook report={report} isPast={isPast} />
      {report.localTimeZone && report.waves.length > 0 && (
        <section aria-label="Time zones" className="grid gap-2 text-xs">
          <ZoneList waves={report.waves} localTimeZone={report.localTimeZone} />
        </section>
      )}
      {findings.length === 0 && (
        <p className="flex items-center gap-2 text-good">
          <CircleCheck aria-hidden="true" className="size-4 shrink-0" />
          The rehearsal found nothing unusual.
        </p>
      )}
      {SECTIONS.map((section) => {
        const found = findings.filter((finding) => finding.section === section)
        if (found.length === 0) return null
        return (
          <section key={section} aria-labelledby={`rehearsal-${section}`} className="border-t border-line pt-4">
            <h3 id={`rehearsal-${section}`} className="font-strong">
              {HEADINGS[section]}
            </h3>
            <ul className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-3">
              {found.map((finding) => (
                <li key={`${finding.code} ${finding.tag ?? ''}`} className="min-w-0">
                  <p className="wrap-anywhere">{finding.message}</p>
                  <Examples finding={finding} onPreview={onPreview} />
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

function Outlook({ report, isPast }: { report: Report; isPast: boolean }) {
  const { recipients, emails, startsAt, finishesAt, decidesAt, limits, largestBytes, followUps } = report
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      <Fact name="Emails">
        {emails.toLocaleString()}
        {emails < recipients && <span className="text-ink-soft"> of {recipients.toLocaleString()} recipients</span>}
      </Fact>
      {largestBytes > 0 && <Fact name="Largest email">{formatSize(largestBytes)}</Fact>}
      {startsAt && (
        <Fact name={isPast ? 'First email, as planned' : 'First email'}>
          <Time at={startsAt} show="moment" focusable />
        </Fact>
      )}
      {decidesAt && finishesAt && (
        <Fact name={isPast ? 'A/B test decided, as planned' : 'A/B test decided'}>
          <Time at={decidesAt} show="moment" focusable />
          <span className="block text-xs text-ink-soft">
            From then on, the other recipients get the winning subject.
          </span>
        </Fact>
      )}
      {finishesAt && (
        <Fact name={isPast ? 'Last email, as planned' : 'Last email'}>
          <Time at={finishesAt} show="moment" focusable />
          {limits.map(({ reason, message }) => (
            <span key={reason} className="block text-xs text-ink-soft">
              {message}
            </span>
          ))}
        </Fact>
      )}
      {followUps.length > 0 && (
        <Fact name={isPast ? 'Follow-ups, as planned' : 'Follow-ups'}>
          {followUps.map(({ step, firstAt, lastAt }) => (
            <span key={step} className="block">
              {step - 1}: <Time at={firstAt} show="moment" focusable />
              {lastAt !== firstAt && (
                <>
                  {' '}
                  to <Time at={lastAt} show="moment" focusable />
                </>
              )}
            </span>
          ))}
          <span className="block text-xs text-ink-soft">
            Follow-ups go to recipients who do not respond; later to people who are out of office or at the weekly
            limit, if your workspace has one.
          </span>
        </Fact>
      )}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="figures wrap-anywhere">{children}</dd>
    </div>
  )
}

function Examples({
  finding: { examples, count },
  onPreview,
}: { finding: Finding } & Pick<RehearsalReportProps, 'onPreview'>) {
  const shown = examples.filter(({ contact }) => contact !== null)
  if (shown.length === 0) return null
  return (
    <details className="mt-1 text-ink-soft">
      <summary className="w-fit rounded-sm text-xs hover:text-ink">
        {count > shown.length ? `The first ${shown.length} of ${count.toLocaleString()}` : 'Who'}
      </summary>
      <ul className="mt-1 grid grid-cols-[minmax(0,1fr)] gap-1">
        {shown.map((example) => (
          <li key={example.contactId} className="flex flex-wrap items-baseline gap-x-2 text-xs">
            <Person example={example} onPreview={onPreview} />
            <Note example={example} />
          </li>
        ))}
      </ul>
    </details>
  )
}

function Person({
  example: { contactId, contact },
  onPreview,
}: { example: Example } & Pick<RehearsalReportProps, 'onPreview'>) {
  if (!contact) return null
  const name = fullName(contact)
  const text = (
    <span className="font-normal wrap-anywhere whitespace-normal">
      {name} <span className="text-ink-soft">{contact.email}</span>
    </span>
  )
  if (!onPreview) return text
  return (
    <Button
      size="sm"
      variant="quiet"
      className="-ml-2 h-auto min-h-6 max-w-full py-0.5 text-left"
      title="Show this recipient’s email"
      onClick={() => onPreview(contactId)}
    >
      {text}
    </Button>
  )
}

/** Shows a remark about one recipient of the rehearsal. */
function Note({
  example: { other, meantDomain, campaign, sentBy, sentAt, awayUntil, awayDateGiven, reason },
}: {
  example: Example
}) {
  if (other) return <span className="wrap-anywhere">repeats {other.email}</span>
  if (meantDomain) return <span className="wrap-anywhere">probably {meantDomain}</span>
  if (reason) return <span className="wrap-anywhere">{reason}</span>
  if (awayUntil) return <span>{awayWords(awayUntil, awayDateGiven === true)}</span>
  if (!sentAt) return null
  return (
    <span className="wrap-anywhere">
      {campaign ? `“${campaign.name}”` : 'an email'}
      {sentBy && ` from ${sentBy}`}, <Time at={sentAt} />
    </span>
  )
}
