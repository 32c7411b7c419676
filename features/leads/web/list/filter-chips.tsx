import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { classes } from '#platform/ui/classes.ts'
import { Icon } from '#platform/ui/icon.tsx'
import { Menu, MenuCheckItem, MenuItem } from '#platform/ui/overlays/menu.tsx'
import { bands, windowNames } from '../labels.ts'
import { leadFiltersQuery } from '../queries.ts'
import { type Claimed, claims, isFiltered, labelsInOrder, noFilters, type View, windowsInOrder } from '../view.ts'

interface FilterChipsProps {
  projectId: string
  view: View
  onView: (view: View) => void
}

const claimTexts: Record<Claimed, string> = { me: 'Claimed by me', anyone: 'Claimed', nobody: 'Not claimed' }

/** One chip for each kind of filter: it names what is chosen, and opens the choices. */
export function FilterChips({ projectId, view, onView }: FilterChipsProps) {
  const { data: names } = useQuery(leadFiltersQuery(projectId))
  const change = (filters: Partial<View>) => onView({ ...view, ...filters })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div role="group" aria-label="Filters" className="flex gap-1.5 overflow-x-auto px-4 py-2 [scrollbar-width:none]">
      <Chip
        label="Label"
        options={labelsInOrder}
        chosen={view.labels}
        textOf={(label) => bands[label]}
        onChange={(labels) => change({ labels })}
      />
      <Chip
        label="Age"
        options={windowsInOrder}
        chosen={view.windows}
        textOf={(window) => windowNames[window]}
        onChange={(windows) => change({ windows })}
      />
      <Chip
        label="Community"
        options={names?.communities}
        chosen={view.communities}
        textOf={(community) => `r/${community}`}
        onChange={(communities) => change({ communities })}
      />
      <Chip
        label="Keyword"
        options={names?.keywords}
        chosen={view.keywords}
        onChange={(keywords) => change({ keywords })}
      />
      <Chip
        label="Competitor"
        options={names?.competitors}
        chosen={view.competitors}
        onChange={(competitors) => change({ competitors })}
      />
      <ClaimChip claimed={view.claimed} onChange={(claimed) => change({ claimed })} />
      {isFiltered(view) && (
        <span className="sticky right-0 flex bg-canvas pl-1">
          <Button
            look="ghost"
            size="small"
            className="h-7 min-h-7 pointer-coarse:h-9"
            onClick={() => change(noFilters)}
          >
            Clear all
          </Button>
        </span>
      )}
    </div>
  )
}

interface ChipProps<Value extends string | number> {
  label: string
  /** Undefined while unknown. */
  options: readonly Value[] | undefined
  chosen: readonly Value[]
  textOf?: (value: Value) => string
  onChange: (chosen: Value[]) => void
}

function Chip<Value extends string | number>({ label, options, chosen, textOf = String, onChange }: ChipProps<Value>) {
  const [first] = chosen
  // A choice from an address or of an earlier time may occur in no lead.
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
      {shown.length === 0 && <MenuItem disabled>{options ? 'None in your leads' : 'Loading…'}</MenuItem>}
    </ChipMenu>
  )
}

function ClaimChip({ claimed, onChange }: { claimed: Claimed | null; onChange: (claimed: Claimed | null) => void }) {
  return (
    <ChipMenu label="Claim" text={claimed && claimTexts[claimed]}>
      {claims.map((value) => (
        <MenuCheckItem key={value} checked={value === claimed} onChange={(checked) => onChange(checked ? value : null)}>
          {claimTexts[value]}
        </MenuCheckItem>
      ))}
    </ChipMenu>
  )
}

/** A chip with its choices. `text` is the current choice; null: none. */
function ChipMenu({ label, text, children }: { label: string; text: string | null; children: ReactNode }) {
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
function chipClasses(on: boolean): string {
  return classes(
    'inline-flex h-7 shrink-0 select-none items-center gap-1 whitespace-nowrap rounded-full border px-2.5 font-medium text-sm pointer-coarse:h-9',
    on ? 'border-inverse bg-inverse text-inverse-ink' : 'border-line text-muted hover:bg-hover hover:text-ink',
  )
}
