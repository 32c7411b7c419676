import { Skeleton } from '#platform/ui/skeleton.tsx'

/** The frame of the app before any data has loaded. */
export function Starting() {
  if (!window.location.pathname.startsWith('/app/')) return null
  return (
    <div className="flex min-h-dvh" aria-busy="true">
      <div className="hidden w-60 flex-col gap-4 border-line border-r bg-sunken p-4 lg:flex">
        <Skeleton className="h-8 w-32" />
        <Skeleton className="mt-4 h-5 w-40" />
        <Skeleton className="h-5 w-36" />
      </div>
      <div className="flex flex-1 flex-col gap-4 p-6">
        <Skeleton className="h-6 w-40" />
      </div>
    </div>
  )
}
