import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { useSentFrom } from './connect-return.ts'

/**
 * Link to the page where a mailbox is connected: its provider's, or the app's own for an email address and a password.
 */
export function ConnectLink({ to, children, ...rest }: { to: string } & Omit<ComponentProps<'a'>, 'href'>) {
  const sentFrom = useSentFrom()
  return to.startsWith('/auth/') ? (
    <a {...rest} href={to}>
      {children}
    </a>
  ) : (
    <Link {...rest} to={to} state={sentFrom}>
      {children}
    </Link>
  )
}
