import { Link } from 'react-router'
import { Banner } from '#platform/ui/banner.tsx'
import { buttonClasses } from '#platform/ui/button.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { useMay } from '#platform/web/session/role.ts'

/** Says that the project has left the sandbox, so that sample leads don't disappear without a word. */
export function RealDataBanner({ onDismiss }: { onDismiss: () => void }) {
  const mayPurge = useMay('deleteProject')
  return (
    <Banner
      label="Real data"
      icon="success"
      onDismiss={onDismiss}
      actions={
        mayPurge && (
          <Link to={paths.projectMain} className={buttonClasses({ look: 'ghost', size: 'small' })}>
            Delete sample data
          </Link>
        )
      }
    >
      Your first real post has arrived. Sample data is now hidden.
    </Banner>
  )
}
