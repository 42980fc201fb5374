import { Link } from 'react-router'
import type { CampaignResponseQuery } from '#web/generated/graphql.ts'
import { Card } from '#web/ui/card.tsx'

type Welcome = NonNullable<NonNullable<CampaignResponseQuery['campaign']>['welcome']>

/** Shows the positive answers to a campaign, and how many recipients wanted less after it. */
export function WelcomeCard({ welcome: { positive, choseLess, paused, complained } }: { welcome: Welcome }) {
  const figures = [
    ['Positive answers', positive],
    ['Chose fewer emails', choseLess],
    ['Paused emails', paused],
    ['Reported as spam', complained],
  ] as const
  return (
    <Card
      title="How recipients received this campaign"
      description={
        <>
          Recipients who answered positively, as marked in{' '}
          <Link to="/replies?state=all" className="underline hover:text-ink">
            Replies
          </Link>
          , and what they chose after this campaign.
        </>
      }
    >
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {figures.map(([label, count]) => (
          <div key={label}>
            <dt className="text-ink-soft">{label}</dt>
            <dd className="figures text-xl font-strong">{count.toLocaleString()}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
