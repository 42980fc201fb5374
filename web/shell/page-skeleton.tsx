import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

/** The placeholder of a page whose code is loading. */
export function PageSkeleton() {
  return (
    <Loading label="Loading page">
      <Skeleton className="h-8 w-56" />
      <Skeleton className="mt-3 w-80 max-w-full" />
      <Skeleton className="mt-8 h-72 rounded-md" />
    </Loading>
  )
}
