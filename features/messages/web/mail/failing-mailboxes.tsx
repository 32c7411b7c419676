import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Banner } from '#platform/ui/banner.tsx'
import { buttonClasses } from '#platform/ui/button.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { mailboxesQuery } from '../mailboxes/queries.ts'

/** Says which mailboxes can't be used, why, and what to do. */
export function FailingMailboxes({ projectId }: { projectId: string }) {
  const { data: mailboxes = [] } = useQuery(mailboxesQuery(projectId))
  return mailboxes
    .filter(({ state }) => state === 'failing')
    .map(({ id, address, trouble }) => (
      <Banner
        key={id}
        label={`${address} is failing`}
        icon="warning"
        actions={
          <Link to={paths.projectMailboxes} className={buttonClasses({ look: 'ghost', size: 'small' })}>
            Open mailboxes
          </Link>
        }
      >
        Earshot can't use {address}. {trouble}
      </Banner>
    ))
}
