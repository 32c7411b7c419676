import { Select as Base } from '@base-ui/react/select'
import { classes } from '../classes.ts'
import { Icon } from '../icon.tsx'
import { optionClasses, popupClasses, usePopupContainer } from '../overlays/popup.tsx'
import type { ControlProps } from './field.tsx'
import { inputClasses } from './input.tsx'
import type { Option } from './option.tsx'
import { OptionText } from './option.tsx'

interface SelectProps<Value extends string> extends Partial<ControlProps> {
  /** Null: nothing chosen yet. */
  value: Value | null
  onChange: (value: Value) => void
  options: readonly Option<Value>[]
  placeholder?: string
  /** Without a border, for use inside a row or heading. */
  quiet?: boolean
  /** As wide as its content, for use beside other controls. */
  narrow?: boolean
  disabled?: boolean
  /** The label when no Field provides one. */
  'aria-label'?: string
  className?: string
}

/** A choice of a few options: arrows, Home, End, letters, Enter and Escape work. For many options use a Combobox. */
export function Select<Value extends string>({
  value,
  onChange,
  options,
  placeholder = 'Choose',
  quiet = false,
  narrow = false,
  disabled = false,
  className,
  ...control
}: SelectProps<Value>) {
  const { container, mark } = usePopupContainer()
  return (
    <Base.Root
      items={options}
      value={value}
      onValueChange={(next) => next !== null && onChange(next)}
      disabled={disabled}
    >
      <Base.Trigger
        {...control}
        className={classes(
          'inline-flex items-center justify-between gap-2 text-left',
          'disabled:cursor-default disabled:opacity-60',
          quiet
            ? 'h-8 rounded-lg px-2 text-muted text-sm hover:bg-hover hover:text-ink data-popup-open:bg-hover data-popup-open:text-ink'
            : classes(inputClasses, 'h-10 pr-2.5 pl-3', narrow ? 'w-auto' : 'w-full'),
          className,
        )}
      >
        <Base.Value placeholder={placeholder} className="min-w-0 truncate data-placeholder:text-faint" />
        <Icon name="chevronDown" className="text-faint" />
      </Base.Trigger>
      {mark}
      <Base.Portal container={container}>
        <Base.Positioner
          positionMethod="fixed"
          alignItemWithTrigger={false}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className="z-50"
        >
          <Base.Popup
            className={classes(
              popupClasses,
              'max-h-(--available-height) min-w-(--anchor-width) max-w-[min(24rem,var(--available-width))] overflow-y-auto overscroll-contain',
            )}
          >
            {options.map((option) => (
              <Base.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled ?? false}
                className={optionClasses}
              >
                <OptionText text={<Base.ItemText>{option.label}</Base.ItemText>} detail={option.detail} />
                <Base.ItemIndicator className="flex">
                  <Icon name="check" />
                </Base.ItemIndicator>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
