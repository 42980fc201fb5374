import { PROVIDERS, type Provider } from '#domain/mailboxes/providers.ts'

/** A provider's icon, in the color of the text. */
export function ProviderMark({ provider }: { provider: Provider }) {
  const { path, isOutline } = PROVIDERS[provider].mark
  const paint = isOutline ? { fill: 'none', stroke: 'currentColor', strokeWidth: 2 } : { fill: 'currentColor' }
  return (
    <svg viewBox="0 0 16 16" {...paint} aria-hidden="true" className="size-4 shrink-0">
      <path d={path} />
    </svg>
  )
}
