import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'

interface TabsProps<Value extends string> {
  value: Value
  onValueChange: (value: Value) => void
  tabs: readonly { value: Value; label: string; count?: number }[]
  label: string
  /** Content at the end of the line of tabs. */
  aside?: ReactNode
  className?: string
  /** The panel of the selected tab. */
  children: ReactNode
}

const count = new Intl.NumberFormat('en')

/** Tabs over one subject. Left and Right move, Enter or Space selects, because selecting fetches data. */
export function Tabs<Value extends string>({
  value,
  onValueChange,
  tabs,
  label,
  aside,
  className,
  children,
}: TabsProps<Value>) {
  return (
    <Base.Root value={value} onValueChange={onValueChange} className={className}>
      <div className="flex items-center justify-between gap-2 border-line border-b px-2.5">
        <Base.List
          aria-label={label}
          className="-mb-px relative flex min-w-0 gap-4 overflow-x-auto overflow-y-hidden px-1.5 [scrollbar-width:none]"
        >
          {tabs.map((tab) => (
            <Base.Tab
              key={tab.value}
              value={tab.value}
              className={classes(
                '-mx-1.5 flex h-10 shrink-0 items-center gap-1.5 whitespace-nowrap rounded-md px-1.5 font-medium text-muted text-sm -outline-offset-4',
                'transition-colors duration-150 hover:text-ink data-active:text-ink',
              )}
            >
              {tab.label}
              {tab.count !== undefined && <span className="tabular text-faint">{count.format(tab.count)}</span>}
            </Base.Tab>
          ))}
          <Base.Indicator className="absolute bottom-0 left-0 h-0.5 w-(--active-tab-width) translate-x-(--active-tab-left) rounded-full bg-ink transition-[translate,width] duration-200 ease-calm" />
        </Base.List>
        {aside}
      </div>
      <Base.Panel value={value} tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
        {children}
      </Base.Panel>
    </Base.Root>
  )
}
