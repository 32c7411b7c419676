/** The exports for other features. */
export { type BrandRow, brandOf, logoPath, presentBrand } from './brand/project-brand.ts'
