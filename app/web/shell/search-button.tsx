import { buttonClasses } from '#platform/ui/button.tsx'
import { classes } from '#platform/ui/classes.ts'
import { Icon } from '#platform/ui/icon.tsx'
import { Keycaps } from '#platform/web/commands/keycaps.tsx'
import { setOpenDialog, useOpenDialog } from '#platform/web/commands/open-dialog.ts'

/** Opens the command palette: as wide as the sidebar, or as an icon in a bar. */
export function SearchButton({ look }: { look: 'wide' | 'icon' }) {
  const opened = useOpenDialog() === 'palette'
  const wide = look === 'wide'
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-expanded={opened}
      onClick={() => setOpenDialog('palette')}
      className={
        wide
          ? classes(
              'flex h-9 w-full items-center gap-2 rounded-lg border border-line bg-raised px-2 text-left text-faint shadow-press',
              'transition-colors duration-150 hover:border-edge hover:text-muted',
            )
          : buttonClasses({ look: 'ghost', size: 'icon' }, 'size-10')
      }
    >
      <Icon name="search" className={wide ? '' : 'size-5'} />
      <span className={wide ? 'min-w-0 flex-1 truncate text-sm' : 'sr-only'}>Search or jump to…</span>
      {wide && (
        <span aria-hidden="true" className="flex">
          <Keycaps keys="mod+k" />
        </span>
      )}
    </button>
  )
}
