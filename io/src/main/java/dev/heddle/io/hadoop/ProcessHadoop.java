package dev.heddle.io.hadoop;

import dev.heddle.io.hadoop.files.HadoopFiles;
import java.util.Optional;

/**
 * The Hadoop of an engine that a process of Heddle's may be part of, such as Spark; found by the
 * service loader.
 */
public interface ProcessHadoop {
  /**
   * Returns its file systems; nothing if this process is not part of that engine.
   *
   * @throws dev.heddle.frame.error.HeddleException if they cannot be used
   */
  Optional<HadoopFiles> files();
}
