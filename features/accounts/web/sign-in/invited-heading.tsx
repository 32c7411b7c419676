import { Skeleton } from '#platform/ui/skeleton.tsx'
import { Heading } from './heading.tsx'
import type { Invited } from './invited.ts'
import { InvitedTo } from './invited-to.tsx'

interface InvitedHeadingProps {
  invited: Invited
  /** The next step on this page, shown once the invitation is loaded. */
  next: string
}

/** The heading of a form opened with an invitation: who invites to what, or that it is no longer available. */
export function InvitedHeading({ invited, next }: InvitedHeadingProps) {
  switch (invited.state) {
    case 'reading':
      return (
        <div aria-busy="true" className="flex flex-col gap-3">
          <h1 className="sr-only">Invitation to a project</h1>
          <Skeleton className="h-8 w-2/3" />
          <Skeleton className="h-5" />
          <Skeleton className="h-5 w-4/5" />
        </div>
      )
    case 'open':
      return (
        <Heading title={`Join ${invited.facts.project}`}>
          <InvitedTo facts={invited.facts} /> {next}
        </Heading>
      )
    case 'over':
      return <Heading title="Invitation unavailable">{invited.message}</Heading>
    case 'unread':
      return (
        <Heading title="You've been invited to a project">
          We couldn't load the invitation: {invited.message} You can continue with the email address that received it.
        </Heading>
      )
  }
}
