import { chipClasses } from '#platform/ui/filter-chip.tsx'
import type { Board } from '../../contract-boards.ts'

interface BoardChipsProps {
  label: string
  boards: readonly Board[]
  shown: string | undefined
  onBoard: (id: string) => void
}

/** Chooses one of the boards. */
export function BoardChips({ label, boards, shown, onBoard }: BoardChipsProps) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-1.5">
      {boards.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === shown}
          onClick={() => onBoard(id)}
          className={chipClasses(id === shown)}
        >
          {name}
        </button>
      ))}
    </nav>
  )
}
