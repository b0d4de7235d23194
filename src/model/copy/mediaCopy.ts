import type { CopyTypes } from "../compare/copyTypes.ts";
import { FileTransfer, type UploadsAgain } from "../media/fileTransfer.ts";
import { ServiceFiles } from "../media/serviceFiles.ts";

/** The media files of a copy, from one service to the other. */
export function mediaOfCopy(types: CopyTypes, isUploadedAgain?: UploadsAgain): FileTransfer {
  const { services, urls, links, pairs } = types;
  return new FileTransfer({
    from: new ServiceFiles(services.from, urls.from, links.from),
    to: services.to,
    url: urls.to,
    known: {
      targetOf: (id) => pairs.mediaCounterpart("from", id),
      sourceOf: (id) => pairs.mediaCounterpart("to", id),
      sentAfter: () => undefined,
    },
    isUploadedAgain,
  });
}
