import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { useSentFrom } from './connect-return.ts'

/** Leads to where a mailbox is connected: its provider's page, or our own for an address and a password. */
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
