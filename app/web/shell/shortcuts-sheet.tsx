import { useState } from 'react'
import { Switch } from '#platform/ui/fields/switch.tsx'
import { Dialog } from '#platform/ui/overlays/dialog.tsx'
import type { CommandGroup } from '#platform/web/commands/command.ts'
import { Keycaps } from '#platform/web/commands/keycaps.tsx'
import { setOpenDialog } from '#platform/web/commands/open-dialog.ts'
import { registry } from '#platform/web/commands/registry.ts'
import { useSingleKeys } from '#platform/web/commands/single-keys.ts'

/** The keyboard shortcuts of the open page and the shell, by group. */
export function ShortcutsSheet({ open }: { open: boolean }) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && setOpenDialog(null)} title="Keyboard shortcuts">
      <Shortcuts />
    </Dialog>
  )
}

function Shortcuts() {
  const [groups] = useState(registry.groups)
  const [on, setOn] = useSingleKeys()
  return (
    <>
      <div className="flex flex-col gap-5">
        {groups.map((group) => (
          <Group key={group.name} group={group} />
        ))}
      </div>
      <div className="mt-6 border-line border-t pt-4">
        <Switch label="Enable single-key shortcuts" checked={on} onChange={setOn} />
      </div>
    </>
  )
}

function Group({ group: { name, commands } }: { group: CommandGroup }) {
  const bound = commands.flatMap(({ id, label, keys }) => (keys ? [{ id, label, keys }] : []))
  if (bound.length === 0) return null
  return (
    // Not landmarks, since those of the page behind may have the same names.
    // biome-ignore lint/a11y/useSemanticElements: fieldsets are for fields.
    <div role="group" aria-label={name}>
      <h3 className="pb-1.5 font-medium text-faint text-xs">{name}</h3>
      <dl>
        {bound.map(({ id, label, keys }) => (
          <div key={id} className="flex min-h-8 items-center justify-between gap-4 border-line border-t py-1">
            <dt className="wrap-anywhere min-w-0">{label}</dt>
            <dd className="flex text-muted">
              <Keycaps keys={keys} cap="pointer-coarse:inline-grid" />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
