import { TRIAL_RECIPIENTS } from '#domain/pacing/organization-limit.ts'
import type { EmailSettingsInput } from '#domain/settings/setting-register.ts'
import type { EmailSettingsFieldsFragment } from '#web/generated/graphql.ts'
import { Card } from '#web/ui/card.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { NumberSetting } from './number-setting.tsx'

type Organization = NonNullable<EmailSettingsFieldsFragment['organisations']>[number]

interface OrganizationLimitProps {
  settings: EmailSettingsFieldsFragment
  onChange: (part: EmailSettingsInput) => void
}

/** The limit of a Microsoft 365 organization and how much of it is used (product: sending.organization). For admins. */
export function OrganizationLimit({ settings, onChange }: OrganizationLimitProps) {
  const { organisationLicences, organisationLimit, organisationHeadroom, organisations } = settings
  return (
    <Card
      title="Recipient limit of your Microsoft 365 organization"
      description="Microsoft limits the number of external recipients for your whole organization in 24 hours. Above that limit, it refuses all outgoing email, including ordinary email."
    >
      <div className="grid gap-6 sm:grid-cols-3">
        <NumberSetting
          label="Licenses"
          name="organisationLicences"
          value={organisationLicences}
          help="Your organization’s Microsoft 365 licenses. We calculate the limit from them."
          disabled={false}
          onChange={(licenses) => onChange({ organisationLicences: licenses })}
          onClear={() => onChange({ organisationLicences: null })}
        />
        <NumberSetting
          label="Limit in 24 hours"
          name="organisationLimit"
          value={organisationLimit}
          help={`If you know the limit, enter it here. It overrides the licenses. A trial has ${TRIAL_RECIPIENTS.toLocaleString()}.`}
          disabled={false}
          onChange={(limit) => onChange({ organisationLimit: limit })}
          onClear={() => onChange({ organisationLimit: null })}
        />
        <NumberSetting
          label="Reserved for emails sent outside Mergewell"
          name="organisationHeadroom"
          value={organisationHeadroom}
          unit="percent"
          after="%"
          disabled={false}
          onChange={(headroom) => onChange({ organisationHeadroom: headroom })}
        />
      </div>
      <div className="mt-6 grid gap-5 border-t border-line pt-5">
        {organisations?.length ? (
          organisations.map((organization) => <Use key={organization.domains.join()} organization={organization} />)
        ) : (
          <p className="text-ink-soft">No Microsoft 365 mailbox of an organization is connected.</p>
        )}
      </div>
    </Card>
  )
}

function Use({ organization: { domains, used, limit, isAssumed } }: { organization: Organization }) {
  const name = domains.join(', ')
  const text =
    limit === null
      ? `${used.toLocaleString()} external recipients in the last 24 hours. No limit applies.`
      : `${used.toLocaleString()} of ${limit.toLocaleString()} external recipients in the last 24 hours`
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="font-strong">{name}</span>
        <span className="figures text-ink-soft">{text}</span>
      </p>
      {limit !== null && <ProgressBar label={name} value={Math.min(used, limit)} max={limit} valueText={text} />}
      {isAssumed && (
        <p className="text-xs text-ink-soft">
          You have not entered a number, so we assume one license and reserve some of its limit for ordinary email.
          Enter your licenses if you have more.
        </p>
      )}
    </div>
  )
}
