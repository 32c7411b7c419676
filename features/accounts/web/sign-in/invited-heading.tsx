import { Skeleton } from '#platform/ui/skeleton.tsx'
import { Heading } from './heading.tsx'
import type { Invited } from './invited.ts'
import { InvitedTo } from './invited-to.tsx'

interface InvitedHeadingProps {
  invited: Invited
  /** What to do about it on this page, once it is known for whom it is. */
  next: string
}

/** Above a form for somebody who opened an invitation: by whom and to what, or that it is over. */
export function InvitedHeading({ invited, next }: InvitedHeadingProps) {
  switch (invited.state) {
    case 'reading':
      return (
        <div aria-busy="true" className="flex flex-col gap-3">
          <h1 className="sr-only">You are invited to a project</h1>
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
      return <Heading title="This invitation is over">{invited.message}</Heading>
    case 'unread':
      return (
        <Heading title="You are invited to a project">
          Who invites you could not be read: {invited.message} You can go on with the address that the invitation came
          to.
        </Heading>
      )
  }
}
