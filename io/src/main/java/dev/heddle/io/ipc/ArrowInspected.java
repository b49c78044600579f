package dev.heddle.io.ipc;

import dev.heddle.frame.schema.Schema;
import dev.heddle.io.dataset.InspectedFile;
import dev.heddle.io.storage.StoredFile;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * What the metadata of an Arrow file states.
 *
 * @param file the file
 * @param schema the columns that can be read; all may be null, whatever the file promises
 * @param unsupported why others cannot, by name
 * @param fields all columns as Arrow has them
 * @param unionBits whether unions have validity bits
 * @param positions for each column of the schema its position in {@code fields}
 * @param dictionaries messages of dictionaries, in order
 * @param batches messages of rows, in order
 * @param rowsPerByte about how many rows a byte of the bodies has
 */
record ArrowInspected(
    StoredFile file,
    Schema schema,
    Map<String, String> unsupported,
    List<Field> fields,
    IpcNode.UnionBits unionBits,
    List<Integer> positions,
    List<IpcBlock> dictionaries,
    List<IpcBlock> batches,
    double rowsPerByte)
    implements InspectedFile {}
