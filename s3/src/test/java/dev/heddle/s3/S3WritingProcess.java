package dev.heddle.s3;

import dev.heddle.io.testing.WritingProcess;

/** Overwrites the folder that is its argument, on the service that a property names. */
final class S3WritingProcess {
  static final String URL = "heddle.test.url";

  private S3WritingProcess() {}

  public static void main(String[] arguments) {
    WritingProcess.run(
        arguments[0], _ -> new S3Storage(LabBucket.options(System.getProperty(URL))));
  }
}
