/** A time without the zeros at its end, such as `10:30:00.5`. PostgreSQL drops them, and SQLite adds them. */
export const shortTime = (time: string): string => time.replace(/(\.\d*[1-9])0*$|\.0*$/, "$1");
