import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { Menu, MenuCheckItem, MenuItem } from './overlays/menu.tsx'

interface FilterChipProps<Value extends string | number> {
  label: string
  /** Undefined while unknown. */
  options: readonly Value[] | undefined
  chosen: readonly Value[]
  textOf?: (value: Value) => string
  /** Shown if there is nothing to choose. */
  empty: string
  onChange: (chosen: Value[]) => void
}

/** A chip for one kind of filter: it names what is chosen, and opens the choices. */
export function FilterChip<Value extends string | number>({
  label,
  options,
  chosen,
  textOf = String,
  empty,
  onChange,
}: FilterChipProps<Value>) {
  const [first] = chosen
  // A choice from an address or of an earlier time may be no option.
  const shown = [...chosen.filter((value) => !options?.includes(value)), ...(options ?? [])]
  return (
    <ChipMenu
      label={label}
      text={first === undefined ? null : chosen.length === 1 ? textOf(first) : `${chosen.length} chosen`}
    >
      {shown.map((value) => (
        <MenuCheckItem
          key={value}
          checked={chosen.includes(value)}
          onChange={(checked) => onChange(checked ? [...chosen, value] : chosen.filter((other) => other !== value))}
        >
          {textOf(value)}
        </MenuCheckItem>
      ))}
      {shown.length === 0 && <MenuItem disabled>{options ? empty : 'Loading…'}</MenuItem>}
    </ChipMenu>
  )
}

/** A chip with its choices. `text` is the current choice; null: none. */
export function ChipMenu({ label, text, children }: { label: string; text: string | null; children: ReactNode }) {
  return (
    <Menu
      trigger={
        <button type="button" className={chipClasses(text !== null)}>
          {text === null ? (
            label
          ) : (
            <>
              <span className="sr-only">{label}: </span>
              <span className="max-w-40 truncate">{text}</span>
            </>
          )}
          <Icon name="chevronDown" className="size-3.5" />
        </button>
      }
    >
      {children}
    </Menu>
  )
}

/** Returns the classes of a chip, which is filled while its filter is on. */
export function chipClasses(on: boolean): string {
  return classes(
    'inline-flex h-7 shrink-0 select-none items-center gap-1 whitespace-nowrap rounded-full border px-2.5 font-medium text-sm pointer-coarse:h-9',
    on ? 'border-inverse bg-inverse text-inverse-ink' : 'border-line text-muted hover:bg-hover hover:text-ink',
  )
}
