package wire

import (
	"bytes"
	"math"
	"testing"
)

func TestRoundTrip(t *testing.T) {
	var w Writer
	w.Uint(0)
	w.Uint(127)
	w.Uint(128)
	w.Uint(math.MaxUint64)
	w.Int(-5)
	w.Bool(true)
	w.Bool(false)
	w.Fixed32(math.MaxUint32)
	w.Fixed64(math.MaxUint64)
	w.Text("")
	w.Text("tea \x00 é")
	r := Reader{Bytes: w.Bytes}
	for i, ok := range []bool{
		r.Uint() == 0, r.Uint() == 127, r.Uint() == 128, r.Uint() == math.MaxUint64, r.Int() == -5, r.Bool(), !r.Bool(),
		r.Fixed32() == math.MaxUint32, r.Fixed64() == math.MaxUint64, r.Text() == "", r.Text() == "tea \x00 é",
	} {
		if !ok {
			t.Errorf("value %d is another", i)
		}
	}
	if r.Err() != nil || len(r.Bytes) > 0 {
		t.Errorf("%v, %d bytes are left", r.Err(), len(r.Bytes))
	}
	r.Uint()
	if r.Err() == nil {
		t.Error("reading past the end is no error")
	}
}

// FuzzReader reads any bytes as any values.
func FuzzReader(f *testing.F) {
	f.Add([]byte{3, 'a', 'b', 'c', 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1}, []byte("tulibx48"))
	f.Fuzz(func(t *testing.T, data, kinds []byte) {
		r := Reader{Bytes: bytes.Clone(data)}
		for _, kind := range kinds {
			before := len(r.Bytes)
			switch kind % 8 {
			case 0:
				r.Uint()
			case 1:
				r.Int()
			case 2:
				if s := r.Text(); len(s) > before {
					t.Fatal("a text is longer than the bytes")
				}
			case 3:
				r.Bool()
			case 4:
				r.Fixed32()
			case 5:
			case 6:
				if n := r.Len(3); n*3 > before {
					t.Fatal("there is no room for so many")
				}
			}
			if len(r.Bytes) > before || r.Err() != nil && len(r.Bytes) > 0 {
				t.Fatal("the rest grew")
			}
		}
	})
}
