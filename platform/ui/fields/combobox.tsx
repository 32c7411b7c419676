import { Combobox as Base } from '@base-ui/react/combobox'
import type { ReactNode } from 'react'
import { useRef } from 'react'
import { classes } from '../classes.ts'
import { Icon } from '../icon.tsx'
import { optionClasses, popupClasses, usePopupContainer } from '../overlays/popup.tsx'
import type { ControlProps } from './field.tsx'
import { inputClasses, inputGroupClasses } from './input.tsx'
import type { Option } from './option.tsx'
import { OptionText } from './option.tsx'
import { Tag } from './tag.tsx'

interface SharedProps<Value extends string> extends Partial<ControlProps> {
  options: readonly Option<Value>[]
  placeholder?: string
  disabled?: boolean
  /** The label when no Field provides one. */
  'aria-label'?: string
}

interface ComboboxProps<Value extends string> extends SharedProps<Value> {
  /** Null: nothing chosen yet. */
  value: Value | null
  onChange: (value: Value) => void
}

/** One of many options: it opens with an input that filters them; arrows and Enter choose, Escape closes. */
export function Combobox<Value extends string>({
  value,
  onChange,
  options,
  placeholder = 'Choose',
  disabled = false,
  ...control
}: ComboboxProps<Value>) {
  const chosen = options.find((option) => option.value === value) ?? null
  return (
    <Base.Root
      items={options}
      value={chosen}
      onValueChange={(option) => option && onChange(option.value)}
      disabled={disabled}
      autoHighlight
    >
      <Base.Trigger
        {...control}
        className={classes(
          inputClasses,
          'inline-flex h-10 w-full items-center justify-between gap-2 pr-2.5 pl-3 text-left disabled:cursor-default',
        )}
      >
        <span className={classes('min-w-0 truncate', !chosen && 'text-faint')}>{chosen?.label ?? placeholder}</span>
        <Icon name="chevronsUpDown" className="text-faint" />
      </Base.Trigger>
      <Options />
    </Base.Root>
  )
}

interface MultiComboboxProps<Value extends string> extends SharedProps<Value> {
  value: readonly Value[]
  onChange: (values: Value[]) => void
  /** The label of the button that opens the options: 'Add a place'. */
  placeholder: string
}

/** Several of many options: each chosen one stays in the box until removed, there or among the options. */
export function MultiCombobox<Value extends string>({
  value,
  onChange,
  options,
  placeholder,
  disabled = false,
  ...control
}: MultiComboboxProps<Value>) {
  const box = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const chosen = value.flatMap((each) => options.find((option) => option.value === each) ?? [])
  return (
    <Base.Root
      items={options}
      multiple
      value={chosen}
      onValueChange={(next) => onChange(next.map((option) => option.value))}
      disabled={disabled}
      autoHighlight
    >
      <div ref={box} className={classes(inputGroupClasses, disabled && 'cursor-default bg-sunken')}>
        {chosen.map((option) => (
          <Tag
            key={option.value}
            onRemove={
              disabled
                ? undefined
                : () => {
                    onChange(value.filter((each) => each !== option.value))
                    trigger.current?.focus()
                  }
            }
          >
            {option.label}
          </Tag>
        ))}
        <Base.Trigger
          {...control}
          ref={trigger}
          className="inline-flex h-7 min-w-24 flex-1 items-center justify-between gap-2 rounded-md px-1.5 text-left text-muted hover:text-ink disabled:cursor-default"
        >
          <span className="min-w-0 truncate">{placeholder}</span>
          <Icon name="chevronsUpDown" className="text-faint" />
        </Base.Trigger>
      </div>
      <Options anchor={() => box.current} />
    </Base.Root>
  )
}

function Options({ anchor }: { anchor?: () => HTMLElement | null }): ReactNode {
  const { container, mark } = usePopupContainer()
  return (
    <>
      {mark}
      <Base.Portal container={container}>
        <Base.Positioner
          {...(anchor && { anchor })}
          positionMethod="fixed"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className="z-50"
        >
          <Base.Popup
            aria-label="Options"
            className={classes(
              popupClasses,
              'flex max-h-[min(22rem,var(--available-height))] w-[max(var(--anchor-width),14rem)] max-w-(--available-width) flex-col p-0',
            )}
          >
            <div className="relative border-line border-b">
              <Icon name="search" className="absolute top-3 left-3 text-faint" />
              <Base.Input
                aria-label="Search options"
                placeholder="Search"
                className="h-10 w-full bg-transparent pr-3 pl-9 outline-none placeholder:text-faint"
              />
            </div>
            <Base.Empty>
              <p className="px-3 py-2.5 text-muted">No results</p>
            </Base.Empty>
            <Base.List className="min-h-0 overflow-y-auto overscroll-contain p-1 empty:p-0">
              {(option: Option) => (
                <Base.Item
                  key={option.value}
                  value={option}
                  disabled={option.disabled ?? false}
                  className={optionClasses}
                >
                  <OptionText text={option.label} detail={option.detail} />
                  <Base.ItemIndicator className="flex">
                    <Icon name="check" />
                  </Base.ItemIndicator>
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </>
  )
}
