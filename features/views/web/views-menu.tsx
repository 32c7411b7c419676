import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Menu, MenuItem, MenuSeparator } from '#platform/ui/overlays/menu.tsx'
import type { SavedViewsProps } from '#platform/web/feature.ts'
import { useRole } from '#platform/web/session/role.ts'
import { whyNot } from '#platform/web/session/roles.ts'
import { ManageViews } from './manage-views.tsx'
import { savedViewsQuery } from './queries.ts'
import { SaveView } from './save-view.tsx'

/** The project's saved views: choose one, save the current one, or manage them. */
export function ViewsMenu({ projectId, kind, params, isShown, hint, onView }: SavedViewsProps) {
  const { data: views, isError } = useQuery(savedViewsQuery(projectId, kind))
  const [open, setOpen] = useState<'save' | 'manage' | null>(null)
  const role = useRole()
  const refusal = role ? whyNot(role, 'decide') : null
  const shown = views?.find((saved) => isShown(saved.params))
  const parts = { projectId, kind, params, onClose: () => setOpen(null) }
  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button className="min-w-23 max-w-40 px-2.5!">
            {shown && <span className="sr-only">View: </span>}
            <span className="truncate">{shown?.name ?? 'Views'}</span> <Icon name="chevronDown" />
          </Button>
        }
      >
        {views?.map((saved) => (
          <MenuItem
            key={saved.id}
            icon={<Icon name="check" className={saved === shown ? '' : 'invisible'} />}
            onClick={() => onView(saved.params)}
          >
            {saved.name}
          </MenuItem>
        ))}
        {views?.length === 0 && (
          <MenuItem disabled detail={hint}>
            No saved views
          </MenuItem>
        )}
        {!views && <MenuItem disabled>{isError ? "Couldn't load the views" : 'Loading…'}</MenuItem>}
        <MenuSeparator />
        <MenuItem
          icon={<Icon name="add" />}
          disabled={refusal !== null}
          {...(refusal && { detail: refusal })}
          onClick={() => setOpen('save')}
        >
          Save current view
        </MenuItem>
        {views && views.length > 0 && refusal === null && (
          <MenuItem icon={<Icon name="settings" />} onClick={() => setOpen('manage')}>
            Manage views
          </MenuItem>
        )}
      </Menu>
      {open === 'save' && <SaveView {...parts} />}
      {open === 'manage' && <ManageViews {...parts} views={views ?? []} isShown={isShown} />}
    </>
  )
}
