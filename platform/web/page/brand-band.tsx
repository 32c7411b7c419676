import { classes } from '../../ui/classes.ts'

/** The look of an agency, in whose name reports are. */
export interface BrandLook {
  name: string
  background: string
  ink: string
  logo: { url: string; width: number; height: number } | null
}

/** The band on top of an agency's reports, on screen and on paper: its logo, or its name. */
export function BrandBand({ brand, className }: { brand: BrandLook; className?: string }) {
  const { name, background, ink, logo } = brand
  return (
    <div
      style={{ background, color: ink }}
      // Browsers leave out backgrounds on paper otherwise.
      className={classes('flex min-h-16 items-center rounded-xl px-5 py-3 [print-color-adjust:exact]', className)}
    >
      {logo ? (
        // Stored at twice the size shown.
        <img
          src={logo.url}
          alt={name}
          width={logo.width / 2}
          height={logo.height / 2}
          className="h-auto max-h-16 max-w-full"
        />
      ) : (
        <span className="wrap-anywhere font-semibold text-lg">{name}</span>
      )}
    </div>
  )
}
