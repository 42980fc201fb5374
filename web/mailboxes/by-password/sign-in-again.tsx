import { PROVIDERS, type Provider } from '#domain/mailboxes/providers.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { smtpSignInPath } from '../connect-links.ts'
import { ProviderMark } from '../provider-mark.tsx'

export interface SignInAgainProps {
  mailbox: { id: string; email: string; servers: { imap: object | null } | null }
  provider: Provider
  onClose: () => void
}

/**
 * Links that renew the sign-in of a mailbox connected by SMTP without a password, and that permit reading its inbox.
 */
export function SignInAgain({ mailbox: { id, email, servers }, provider, onClose }: SignInAgainProps) {
  const { name } = PROVIDERS[provider]
  const isRead = servers?.imap != null
  return (
    <Dialog
      open
      onOpenChange={(next) => next || onClose()}
      size="md"
      title={`Sign in at ${name}`}
      description={`${email} has no password here: you sign in at ${name}, and its servers let Mergewell in.`}
      footer={<Button onClick={onClose}>Cancel</Button>}
    >
      <div className="flex flex-wrap gap-2">
        <Button asChild variant="primary">
          <a href={smtpSignInPath(provider, { reading: isRead, id })}>
            <ProviderMark provider={provider} />
            Sign in at {name}
          </a>
        </Button>
        {!isRead && (
          <Button asChild>
            <a href={smtpSignInPath(provider, { reading: true, id })}>Sign in and allow reading by IMAP</a>
          </Button>
        )}
      </div>
      {!isRead && (
        <p className="mt-3 text-ink-soft">
          Reading lets Mergewell see bounces and replies. Many organizations let only an administrator allow it.
        </p>
      )}
    </Dialog>
  )
}
