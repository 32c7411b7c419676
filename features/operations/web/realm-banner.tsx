import { useState } from 'react'
import { Link } from 'react-router'
import type { CurrentProject } from '#platform/contract/session.ts'
import { Banner } from '#platform/ui/banner.tsx'
import { Button, buttonClasses } from '#platform/ui/button.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { useMay } from '#platform/web/session/role.ts'

/** Tells whether the project shows sample or real data, as long as it contains sandbox data (DESIGN 6). */
export function RealmBanner({ project }: { project: CurrentProject }) {
  const { id, realm, realSince } = project
  const [dismissed, setDismissed] = useState(() => readDismissed(id))
  const mayChange = useMay('changeProject')
  const mayImport = useMay('import')
  const mayPurge = useMay('deleteProject')
  if (realm === 'sandbox') {
    return (
      <Banner
        label="Sample data"
        icon="shown"
        actions={
          <>
            {mayImport && <BannerLink to={paths.projectImports}>Import archive</BannerLink>}
            {mayChange && <BannerLink to={paths.projectMain}>Choose sources</BannerLink>}
          </>
        }
      >
        Sample data. It disappears when your first real posts arrive.
      </Banner>
    )
  }
  if (realSince === null || dismissed === realSince) return null
  const close = () => {
    saveDismissed(id, realSince)
    setDismissed(realSince)
  }
  return (
    <Banner
      label="Real data"
      icon="success"
      actions={
        <>
          {mayPurge && <BannerLink to={paths.projectMain}>Delete sample data</BannerLink>}
          <Button look="ghost" size="small" onClick={close}>
            Got it
          </Button>
        </>
      }
    >
      Your first real post has arrived. Sample data is now hidden.
    </Banner>
  )
}

function BannerLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className={buttonClasses({ look: 'ghost', size: 'small' })}>
      {children}
    </Link>
  )
}

const storageKey = 'realSince'

/** Returns which switch to real data the user has dismissed in this browser, or null. */
function readDismissed(id: string): string | null {
  try {
    return localStorage.getItem(`${storageKey} ${id}`)
  } catch {
    return null
  }
}

function saveDismissed(id: string, realSince: string): void {
  try {
    localStorage.setItem(`${storageKey} ${id}`, realSince)
  } catch {
    // With storage off or full, the banner appears again on the next page.
  }
}
