import { UserRoundPen } from '#web/ui/generated/icons.ts'
import type { SignUpTier } from '#domain/tenants/plans.ts'
import { SIGN_IN_PROVIDERS, PROVIDERS } from '#domain/mailboxes/providers.ts'
import { ProviderMark } from '#web/mailboxes/provider-mark.tsx'
import { Button } from '#web/ui/button.tsx'

/** The three ways to sign up: Microsoft and Google leave the page, the third stays. */
export function SignUpMethods({ tier, onManual }: { tier: SignUpTier; onManual: () => void }) {
  const query = `?tier=${tier}&action=register`
  return (
    <section aria-labelledby="ways">
      <h2 id="ways" className="font-strong">
        How would you like to sign up?
      </h2>
      <p className="mt-1 text-ink-soft">
        With Microsoft or Google the mailbox you will send from is connected at the same time. Mergewell asks only for
        permission to send. You can also connect it later.
      </p>
      <div className="mt-4 grid gap-2">
        {SIGN_IN_PROVIDERS.map((provider) => (
          <Button key={provider} asChild size="lg" className="justify-start">
            <a href={`/auth/${provider}${query}`}>
              <ProviderMark provider={provider} />
              Sign up with {PROVIDERS[provider].name}
            </a>
          </Button>
        ))}
        <Button size="lg" icon={UserRoundPen} className="justify-start" onClick={onManual}>
          Sign up manually
        </Button>
      </div>
    </section>
  )
}
