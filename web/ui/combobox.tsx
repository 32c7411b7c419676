import { Combobox as Base } from '@base-ui/react/combobox'
import type { ReactNode } from 'react'
import { useRef } from 'react'
import { classes } from './classes.ts'
import type { ControlProps } from './field.tsx'
import { Icon } from './icon.tsx'
import { inputClasses, inputGroupClasses } from './input.tsx'
import type { Option } from './option.tsx'
import { OptionText } from './option.tsx'
import { optionClasses, popupClasses, usePlace } from './popup.tsx'
import { tagClasses, tagRemoveClasses } from './tag-input.tsx'

interface SharedProps<Value extends string> extends Partial<ControlProps> {
  options: readonly Option<Value>[]
  placeholder?: string
  disabled?: boolean
  /** Its name, where no Field gives it one. */
  'aria-label'?: string
}

interface ComboboxProps<Value extends string> extends SharedProps<Value> {
  value: Value | null
  onChange: (value: Value | null) => void
}

const buttonClasses = 'grid size-7 shrink-0 place-items-center rounded-md text-muted hover:text-ink'

/** One of many: typing narrows the options, arrows and Enter choose, Escape closes. */
export function Combobox<Value extends string>({
  value,
  onChange,
  options,
  placeholder,
  disabled = false,
  ...control
}: ComboboxProps<Value>) {
  return (
    <Base.Root
      items={options}
      value={options.find((option) => option.value === value) ?? null}
      onValueChange={(option) => onChange(option?.value ?? null)}
      disabled={disabled}
      autoHighlight
    >
      <div className={classes('relative', disabled && 'opacity-60')}>
        <Base.Input {...control} placeholder={placeholder} className={classes(inputClasses, 'h-10 pr-18 pl-3')} />
        <div className="absolute inset-y-1 right-1 flex items-center">
          <Base.Clear aria-label="Clear" className={buttonClasses}>
            <Icon name="close" />
          </Base.Clear>
          <Base.Trigger aria-label="Show options" className={buttonClasses}>
            <Icon name="chevronDown" />
          </Base.Trigger>
        </div>
      </div>
      <Options />
    </Base.Root>
  )
}

interface MultiComboboxProps<Value extends string> extends SharedProps<Value> {
  value: readonly Value[]
  onChange: (values: Value[]) => void
}

/** Several of many; what is chosen stands in the box, and Backspace in the empty box takes the last back. */
export function MultiCombobox<Value extends string>({
  value,
  onChange,
  options,
  placeholder,
  disabled = false,
  ...control
}: MultiComboboxProps<Value>) {
  const box = useRef<HTMLDivElement>(null)
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
      <Base.Chips ref={box} className={classes(inputGroupClasses, disabled && 'opacity-60')}>
        {chosen.map((option) => (
          <Base.Chip key={option.value} aria-label={option.label} className={classes(tagClasses, 'outline-offset-1')}>
            <span className="wrap-anywhere min-w-0 py-0.5">{option.label}</span>
            <Base.ChipRemove aria-label={`Remove ${option.label}`} className={tagRemoveClasses}>
              <Icon name="close" className="size-3.5" />
            </Base.ChipRemove>
          </Base.Chip>
        ))}
        <Base.Input
          {...control}
          placeholder={chosen.length === 0 ? placeholder : undefined}
          className="h-7 min-w-24 flex-1 bg-transparent px-1.5 outline-none placeholder:text-faint"
        />
      </Base.Chips>
      <Options anchor={() => box.current} />
    </Base.Root>
  )
}

function Options({ anchor }: { anchor?: () => HTMLElement | null }): ReactNode {
  const { place, mark } = usePlace()
  return (
    <>
      {mark}
      <Base.Portal container={place}>
        <Base.Positioner
          {...(anchor && { anchor })}
          positionMethod="fixed"
          sideOffset={4}
          collisionPadding={8}
          className="z-50"
        >
          <Base.Popup
            className={classes(
              popupClasses,
              'max-h-[min(20rem,var(--available-height))] w-(--anchor-width) overflow-y-auto overscroll-contain',
            )}
          >
            <Base.Empty>
              <p className="px-2 py-1.5 text-muted">Nothing is called that</p>
            </Base.Empty>
            <Base.List>
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
