export interface Figures {
  passed: number;
  failed: number;
  skipped: number;
}
export function readFigures(text: string): Figures | undefined;
export function complaintAbout(figures: Figures | undefined): string | undefined;
