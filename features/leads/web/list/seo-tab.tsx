import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { CurrentProject } from '#platform/contract/session.ts'
import { Tabs } from '#platform/ui/tabs.tsx'
import { useSlot } from '#platform/web/slots.ts'
import { listTabs, seoTab } from '../view.ts'

/** The tab of threads that rank in search, most of which aren't leads. */
export function SeoTab({ project }: { project: CurrentProject }) {
  const { Threads } = useSlot('seo')
  const navigate = useNavigate()
  useFocusedTab()
  return (
    <section aria-label="SEO opportunities" className="flex h-full min-h-0 flex-col">
      <header className="flex h-14 shrink-0 items-center px-4">
        <h1 className="font-semibold text-lg">Opportunities</h1>
      </header>
      <Tabs
        label="Lead status"
        tabs={listTabs}
        value={seoTab}
        onValueChange={(tab) => void navigate(tab === 'new' ? '?' : `?tab=${tab}`, { state: fromTabs })}
        className="flex min-h-0 flex-1 flex-col"
      >
        <div className="min-h-0 flex-1 overflow-y-auto pb-16">
          <Threads key={project.id} projectId={project.id} />
        </div>
      </Tabs>
    </section>
  )
}

/** The state of an address that was chosen by its tab. */
export const fromTabs = 'from tabs'

/** Returns the focus to the chosen tab, whose line of tabs is another one after it. */
export function useFocusedTab(): void {
  const { state } = useLocation()
  useEffect(() => {
    if (state === fromTabs) document.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus()
  }, [state])
}
