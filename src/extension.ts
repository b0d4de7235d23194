export function activate(): void {
  // Composed room by room.
}
