/** What a service that does not look into a file has to be told of it. */
const byEnding = new Map([
  ["avi", "video/x-msvideo"],
  ["avif", "image/avif"],
  ["csv", "text/csv"],
  ["docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
  ["flac", "audio/flac"],
  ["gif", "image/gif"],
  ["ico", "image/x-icon"],
  ["jpeg", "image/jpeg"],
  ["jpg", "image/jpeg"],
  ["json", "application/json"],
  ["m4a", "audio/mp4"],
  ["md", "text/markdown"],
  ["mov", "video/quicktime"],
  ["mp3", "audio/mpeg"],
  ["mp4", "video/mp4"],
  ["mpeg", "video/mpeg"],
  ["ogg", "audio/ogg"],
  ["pdf", "application/pdf"],
  ["png", "image/png"],
  ["pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation"],
  ["svg", "image/svg+xml"],
  ["tif", "image/tiff"],
  ["tiff", "image/tiff"],
  ["txt", "text/plain"],
  ["wav", "audio/wav"],
  ["webm", "video/webm"],
  ["webp", "image/webp"],
  ["xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  ["zip", "application/zip"],
]);

/** The media type of a file by its name's ending; bytes of any kind where that tells nothing. */
export const mediaTypeOf = (name: string): string =>
  byEnding.get(/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? "") ?? "application/octet-stream";
