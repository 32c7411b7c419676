/** The fills of bars and areas, in the order of their series. The pattern is for readers who can't tell colors apart. */
export const patterns = [
  'bg-chart-1',
  'bg-[repeating-linear-gradient(45deg,var(--color-chart-2)_0_2px,var(--color-raised)_2px_5px)] ring-1 ring-chart-2 ring-inset',
  'bg-[radial-gradient(var(--color-chart-3)_1.2px,var(--color-raised)_1.4px)] bg-size-[5px_5px] ring-1 ring-chart-3 ring-inset',
  'bg-[repeating-linear-gradient(0deg,var(--color-chart-4)_0_1.5px,var(--color-raised)_1.5px_4px)] ring-1 ring-chart-4 ring-inset',
  'bg-[repeating-linear-gradient(90deg,var(--color-chart-1)_0_1.5px,var(--color-raised)_1.5px_4px)] ring-1 ring-chart-1 ring-inset',
  'bg-[repeating-linear-gradient(-45deg,var(--color-chart-2)_0_1px,var(--color-raised)_1px_3px)] ring-1 ring-chart-2 ring-inset',
] as const
