import { PROVIDERS, type Provider } from '#domain/mailboxes/providers.ts'
import { Button } from '#web/ui/button.tsx'
import { connectPath, smtpSignInPath } from '../connect-links.ts'
import { ProviderMark } from '../provider-mark.tsx'

/**
 * Shown instead of the password fields for a Google or Microsoft mailbox. Links to the provider's sign-in, once for
 * connecting through the
 * provider's API and once for organizations that allow only SMTP.
 */
export function SignInInstead({ provider }: { provider: Provider }) {
  const { name, label } = PROVIDERS[provider]
  return (
    <div className="grid gap-3">
      <Button asChild size="sm" className="justify-self-start">
        <a href={connectPath(provider)}>
          <ProviderMark provider={provider} />
          Connect {label}
        </a>
      </Button>
      <p className="text-ink-soft">
        If your organization lets programs send only by SMTP,{' '}
        <a className="underline" href={smtpSignInPath(provider, { reading: provider === 'google', id: null })}>
          sign in at {name} and connect by SMTP
        </a>
        .
      </p>
    </div>
  )
}
