import { Dialog } from '../../../ui/dialog.tsx'
import { Kbd } from '../../../ui/kbd.tsx'
import { useShortcutsOn } from './use-shortcuts.ts'

const keys = [
  ['j', 'Next lead'],
  ['k', 'Previous lead'],
  ['Enter', 'Open the lead'],
  ['r', 'Mark replied'],
  ['x', 'Reject, then 1 to 5 for the reason'],
  ['s', 'Save, or take out of saved'],
  ['o', 'Open on Reddit'],
  ['u', 'Undo the last decision'],
  ['?', 'This list'],
] as const

export function ShortcutsSheet({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const [on, setOn] = useShortcutsOn()
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2">
        {keys.map(([key, meaning]) => (
          <div key={key} className="contents">
            <dt>
              <Kbd className="pointer-coarse:inline-grid">{key}</Kbd>
            </dt>
            <dd className="text-muted">{meaning}</dd>
          </div>
        ))}
      </dl>
      <label className="mt-6 flex items-center gap-3 border-line border-t pt-4">
        <input
          type="checkbox"
          checked={on}
          onChange={(event) => setOn(event.target.checked)}
          className="size-4 accent-gray-900"
        />
        Single keys act on their own
      </label>
    </Dialog>
  )
}
